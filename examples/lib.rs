//! The examples of the workspace: see the folders beside this file.
