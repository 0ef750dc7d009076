/** A JSON value. Event data is JSON, so any adapter can store it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object, such as the data of an event. */
export type JsonObject = { readonly [key: string]: Json };
