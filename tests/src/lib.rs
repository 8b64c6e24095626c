//! Tools of the test suite.
