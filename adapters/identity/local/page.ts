import { escapeHtml } from '../../../common/escape-html.ts';
import type { Person } from './people.ts';

const getInitials = (name: string): string =>
  name
    .split(' ')
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 2);

const STYLE = `
  :root { color-scheme: light dark; --ground: #f3f6f1; --card: #fff; --ink: #1d2b22; --soft: #55645a; --line: #d5ddd3; --accent: #1f6b46; }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #121814; --card: #1b231e; --ink: #e6eee8; --soft: #a3b2a8; --line: #334037; --accent: #7fd1a4; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--ink);
    font: 1rem/1.5 system-ui, sans-serif; }
  main { width: min(26rem, 100%); padding: 1.75rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
  h1 { margin: 0; font-size: 1.35rem; }
  p { margin: .25rem 0 1.25rem; color: var(--soft); }
  ul { list-style: none; margin: 0 0 1.25rem; padding: 0; display: grid; gap: .5rem; }
  button { font: inherit; color: inherit; cursor: pointer; }
  .person { width: 100%; display: flex; gap: .75rem; align-items: center; padding: .6rem .75rem; text-align: left;
    background: none; border: 1px solid var(--line); border-radius: .75rem; }
  .person:hover, .person:focus-visible { border-color: var(--accent); outline: 2px solid var(--accent); outline-offset: 1px; }
  .face { flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; font-weight: 600;
    background: var(--accent); color: var(--card); }
  .person small { display: block; color: var(--soft); }
  fieldset { border: 0; border-top: 1px solid var(--line); margin: 0; padding: 1rem 0 0; display: grid; gap: .75rem; }
  legend { padding: 0; font-weight: 600; }
  label { display: grid; gap: .25rem; }
  input { font: inherit; color: inherit; padding: .55rem .7rem; background: var(--ground); border: 1px solid var(--soft); border-radius: .5rem; }
  .go { padding: .65rem; border: 0; border-radius: .5rem; background: var(--accent); color: var(--card); font-weight: 600; }
  .problem { color: inherit; border-left: 4px solid #c4472f; padding-left: .75rem; }
`;

const renderPerson = ({ subject, name, email }: Person): string => `
        <li><button class="person" name="subject" value="${escapeHtml(subject)}">
          <span class="face" aria-hidden="true">${escapeHtml(getInitials(name))}</span>
          <span>${escapeHtml(name)}<small>${escapeHtml(email)}</small></span>
        </button></li>`;

const renderProblem = (problem: string | null): string =>
  problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : '';

/** Renders the page on which users choose a person. `nonce` allows the inline style of the page. */
export const renderChoicePage = (
  people: readonly Person[],
  nonce: string,
  problem: string | null,
): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Choose an account</title>
    <style nonce="${nonce}">${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>Choose an account</h1>
      <p>to continue to Kindra. These people are made up: this sign-in service belongs to this installation and stands in for Google.</p>
      ${renderProblem(problem)}
      <form method="post"><ul>${people.map(renderPerson).join('')}
      </ul></form>
      <form method="post">
        <fieldset>
          <legend>Another person</legend>
          <label>Name <input name="name" required maxlength="60" autocomplete="off" /></label>
          <label>Email <input name="email" type="email" required maxlength="200" autocomplete="off" /></label>
          <button class="go">Continue</button>
        </fieldset>
      </form>
    </main>
  </body>
</html>
`;
