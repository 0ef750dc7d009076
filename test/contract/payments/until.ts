const PATIENCE_MS = 20_000;
const PAUSE_MS = 20;

/**
 * Asks again until the answer is as wanted, and gives it.
 * @param patienceMs how long to ask; 20 s by default
 */
export const until = async <Answer>(
  ask: () => Promise<Answer> | Answer,
  isWanted: (answer: Answer) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<Answer> => {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (Date.now() > end) throw new Error(`waited in vain; the last answer was ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
};
