/** What JSON can hold; the data of every event is one of these, so that any adapter can keep it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };
