/**
 * What a reader does on the server's page before the client has hydrated it: presses buttons, fills in fields and
 * selects options.
 */

type Control = HTMLButtonElement | HTMLFormElement;

let activationCount = 0;

/** Forgets and returns the buttons and forms that were activated, each once, in the order of their last activations. */
function takeActivated(): readonly Control[] {
  const controls = [...document.querySelectorAll<Control>('[data-activated]')];
  controls.sort((a, b) => Number(a.dataset.activated) - Number(b.dataset.activated));
  for (const control of controls) delete control.dataset.activated;
  return controls;
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
  activationCount += 1;
  control.dataset.activated = String(activationCount);
}

/** Begins to remember what is activated. Runs before the page is shown. */
export function rememberActivations(): void {
  for (const type of ['click', 'submit']) document.addEventListener(type, rememberActivation, true);
}

function activate(control: Control): void {
  if (control instanceof HTMLFormElement) control.requestSubmit();
  else control.click();
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isCheckable = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio';

const isSelect = (field: Field): field is HTMLSelectElement => field instanceof HTMLSelectElement;

/** Returns the value that the server rendered. */
function getRenderedValue(field: Field): string | undefined {
  if (!isSelect(field)) return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value;
}

const isChanged = (field: Field): boolean =>
  isCheckable(field) ? field.checked !== field.defaultChecked : field.value !== getRenderedValue(field);

/** Fills in a field as a reader does, so that React notices it. */
function fillIn(field: Field, value: string): void {
  const notify = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));
  // React hydrates the field of an event at once. No field handles this one.
  notify('touchcancel');
  if (isCheckable(field)) {
    field.checked = field.defaultChecked;
    field.click();
    return;
  }
  // React knows values that are set by the field itself, and notices those that are set by its prototype.
  field.value = getRenderedValue(field) ?? '';
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  notify(isSelect(field) ? 'change' : 'input');
}

/** Hydrates the page, fills in its fields again, and activates the controls that were activated before. */
export function hydrateWithInput(root: HTMLElement, hydrate: () => void): void {
  const fields = [...root.querySelectorAll<Field>('input, textarea, select')].filter(isChanged);
  const values = fields.map((field) => [field, field.value] as const);
  hydrate();
  document.documentElement.dataset.rendered = 'hydrated';
  for (const [field, value] of values) fillIn(field, value);
  // React renders what was filled in, and the effect of each control, before the next task.
  setTimeout(() => {
    for (const control of takeActivated()) setTimeout(() => activate(control));
  });
}
