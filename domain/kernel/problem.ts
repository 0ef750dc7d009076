/** Values for the placeholders in a problem's message. */
export type ProblemParams = Readonly<Record<string, number>>;

/** Reason why a request or command is rejected. The API sends all three fields. */
export interface Problem<Code extends string = string, Params extends ProblemParams = ProblemParams> {
  /** Stable SCREAMING_SNAKE_CASE name, unique per message. */
  readonly code: Code;
  readonly params: Params;
  /** English message. For other languages, clients use `code` and `params`. */
  readonly message: string;
}

type Placeholders<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type PlaceholderParams<Sentence extends string> = { readonly [Name in Placeholders<Sentence>]: number };

type MessageArguments<Params> = keyof Params extends never ? readonly [] : readonly [params: Params];

/** Defines a problem: a code, an English message with placeholders in braces, and the placeholder values. */
// Lets the bundler drop the problems that a page does not use.
/* @__NO_SIDE_EFFECTS__ */
export function defineProblem<const Code extends string, const Sentence extends string>(
  code: Code,
  sentence: Sentence,
  ...[params = {} as PlaceholderParams<Sentence>]: MessageArguments<PlaceholderParams<Sentence>>
): Problem<Code, PlaceholderParams<Sentence>> {
  const values: ProblemParams = params;
  return { code, params, message: sentence.replace(/\{(\w+)\}/g, (_, name: string) => `${values[name]}`) };
}

/** A function that checks a value and returns the first problem found, or null. */
export type Rule<Value> = (value: Value) => Problem | null;
