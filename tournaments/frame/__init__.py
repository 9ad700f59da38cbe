"""What every room stands on: access, the transaction of a write, operations, forms, pages and endpoints."""
