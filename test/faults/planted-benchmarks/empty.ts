/** Ends without a row. */
process.send?.({ isDone: true }, () => process.exit(0));
