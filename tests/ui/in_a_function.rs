//! Types of a function body: the machine belongs beside them, at module level.

use asl_runtime::asl_machine;


fn main() {
    struct Order;
    asl_machine!(mod order = "ui/order.asl.json", input = Order);
}
