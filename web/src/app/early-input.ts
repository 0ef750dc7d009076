/**
 * What a reader does on the server's page before the client has hydrated it: presses buttons and fills in fields.
 */

type Control = HTMLButtonElement | HTMLFormElement;

/** Removes and returns the button or the form that was activated last. */
function takeActivated(): Control | null {
  const control = document.querySelector<Control>('[data-activated]');
  delete control?.dataset.activated;
  return control;
}

/** Remembers a press of a button or the submission of a form, until the page is hydrated. */
function rememberActivation(event: Event): void {
  const { target, type } = event;
  const { renderedWidth, rendered } = document.documentElement.dataset;
  if (!renderedWidth || rendered || !(target instanceof Element)) return;
  const control = target.closest<Control>(type === 'submit' ? 'form' : 'button');
  if (!control) return;
  // The browser must not send a form to the server.
  event.preventDefault();
  takeActivated();
  control.dataset.activated = '';
}

/** Begins to remember what is activated. Runs before the page is shown. */
export function rememberActivations(): void {
  for (const type of ['click', 'submit']) document.addEventListener(type, rememberActivation, true);
}

function activate(control: Control | null): void {
  if (control instanceof HTMLFormElement) control.requestSubmit();
  else control?.click();
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const isFilledIn = (field: Field): boolean => field.value !== field.defaultValue;

/** Fills in a field as a reader does, so that React notices it. */
function fillIn(field: Field, value: string): void {
  const notify = () => field.dispatchEvent(new Event('input', { bubbles: true }));
  // The first event hydrates the field.
  notify();
  // React knows values that are set by the field itself, and notices those that are set by its prototype.
  field.value = field.defaultValue;
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  notify();
}

/** Hydrates the page, fills in its fields again, and activates the control that was activated before. */
export function hydrateWithInput(root: HTMLElement, hydrate: () => void): void {
  const fields = [...root.querySelectorAll<Field>('input, textarea')].filter(isFilledIn);
  const values = fields.map((field) => [field, field.value] as const);
  hydrate();
  document.documentElement.dataset.rendered = 'hydrated';
  for (const [field, value] of values) fillIn(field, value);
  // React renders what was filled in before the next task.
  setTimeout(() => activate(takeActivated()));
}
