/** A benchmark that reports one row and fails. */
process.send?.({ rows: [{ what: 'reads', rate: 12, unit: 'reads/s' }] }, () => process.exit(3));
