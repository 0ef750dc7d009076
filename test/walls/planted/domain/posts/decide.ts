import 'node:fs';

export const decide = 'domain-is-alone';
