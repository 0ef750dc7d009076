/** Input on the server-rendered page before hydration: pressed buttons, filled-in fields and selected options. */

type Control = HTMLButtonElement | HTMLFormElement;

let activationCount = 0;

/** Removes and returns the activated buttons and forms, without duplicates, in the order of their last activation. */
function takeActivated(): readonly Control[] {
  const controls = [...document.querySelectorAll<Control>('[data-activated]')];
  controls.sort((a, b) => Number(a.dataset.activated) - Number(b.dataset.activated));
  for (const control of controls) delete control.dataset.activated;
  return controls;
}

/** Records a button press or form submission that happens before the page is hydrated. */
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

/** Starts recording activated controls. Runs before the page is shown. */
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

function getRenderedValue(field: Field): string | undefined {
  if (!isSelect(field)) return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value;
}

const isChanged = (field: Field): boolean =>
  isCheckable(field) ? field.checked !== field.defaultChecked : field.value !== getRenderedValue(field);

/** Fills in a field and dispatches the same events as user input, so that React notices the change. */
function fillIn(field: Field, value: string): void {
  const notify = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));
  // Any event makes React hydrate its target immediately. No field handles `touchcancel`.
  notify('touchcancel');
  if (isCheckable(field)) {
    field.checked = field.defaultChecked;
    field.click();
    return;
  }
  // React tracks values set through the element, but not through its prototype, so it sees a change.
  field.value = getRenderedValue(field) ?? '';
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  notify(isSelect(field) ? 'change' : 'input');
}

/** Hydrates the page, restores the values of its fields, and repeats the activations from before hydration. */
export function hydrateWithInput(root: HTMLElement, hydrate: () => void): void {
  const fields = [...root.querySelectorAll<Field>('input, textarea, select')].filter(isChanged);
  const values = fields.map((field) => [field, field.value] as const);
  hydrate();
  document.documentElement.dataset.rendered = 'hydrated';
  for (const [field, value] of values) fillIn(field, value);
  // React renders the restored values and the effect of each control before the next task.
  setTimeout(() => {
    for (const control of takeActivated()) setTimeout(() => activate(control));
  });
}
