/** A benchmark that ends without reporting a row. */
process.send?.({ isDone: true }, () => process.exit(0));
