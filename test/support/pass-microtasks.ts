/** Resolves after a number of promise callbacks, which different callers need before they make the same call. */
export async function passMicrotasks(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await null;
}
