/**
 * Dispatches clicks, keys and text as DOM events in the page. The browser's own input needs a round trip through
 * Playwright for each key and two frames for each click. Tests that promise keyboard, focus or pointer behaviour must
 * use that one.
 */
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** Waits until the element can be clicked, then presses and releases on it like a mouse, including the focus. */
export async function click(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible();
  await expect.element(target).toBeEnabled();
  await clickElement(target.element());
}

export async function clickElement(element: Element, options: MouseEventInit = {}): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2 };
  const event = { bubbles: true, cancelable: true, composed: true, detail: 1, ...at, ...options };
  const pointer = { ...event, pointerId: 1, pointerType: 'mouse', isPrimary: true };
  element.dispatchEvent(new PointerEvent('pointerdown', pointer));
  const movesFocus = element.dispatchEvent(new MouseEvent('mousedown', event));
  const focusable = element.closest<HTMLElement>('button, a[href], input, select, textarea, summary, [tabindex]');
  if (movesFocus && focusable !== null) focusable.focus({ preventScroll: true });
  await drawing();
  element.dispatchEvent(new PointerEvent('pointerup', pointer));
  element.dispatchEvent(new MouseEvent('mouseup', event));
  element.dispatchEvent(new PointerEvent('click', pointer));
}

/**
 * Presses keys in the notation of `userEvent.keyboard`: `{Control>}k{/Control}coverage{Enter}`. The page renders after
 * each key. Letters are typed into a text field; Enter presses a button and submits a form. Other keys only send
 * events.
 */
export async function keyboard(written: string): Promise<void> {
  const pressed = new Set<string>();
  const names = Array.from(written.matchAll(/\{([^}]+)\}|./gu), ([match, braced]) => braced ?? match);
  for (const name of names) {
    if (name.length > 1 && name.startsWith('/')) pressed.delete(name.slice(1));
    else if (name.length > 1 && name.endsWith('>')) pressed.add(name.slice(0, -1));
    else pressKey(name, pressed);
    await drawing();
  }
}

/** Lets React render before the next event, as between the events of a user. */
async function drawing(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}

function pressKey(key: string, pressed: ReadonlySet<string>): void {
  const shiftKey = pressed.has('Shift');
  const isLetter = /^[a-z]$/i.test(key);
  const init = {
    key: isLetter && shiftKey ? key.toUpperCase() : key,
    code: isLetter ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key,
    ctrlKey: pressed.has('Control'),
    shiftKey,
    altKey: pressed.has('Alt'),
    bubbles: true,
    cancelable: true,
    composed: true,
  };
  const target = document.activeElement ?? document.body;
  if (target.dispatchEvent(new KeyboardEvent('keydown', init))) actAsBrowser(target, init);
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keyup', init));
}

/** Imitates Chromium's default action for a key that no listener prevented, as far as tests need it. */
function actAsBrowser(target: Element, { key, ctrlKey, altKey }: { key: string; ctrlKey: boolean; altKey: boolean }) {
  if (key === 'Enter' && !ctrlKey) {
    if (target instanceof HTMLInputElement) target.form?.requestSubmit();
    else if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) target.click();
  } else if (isTextField(target)) {
    if (key === 'a' && ctrlKey) target.select();
    else if (key === 'Backspace') document.execCommand('delete');
    else if (key.length === 1 && !ctrlKey && !altKey) document.execCommand('insertText', false, key);
  }
}

/** Focuses the field and replaces its text, as `userEvent.fill` does. */
export async function fill(target: Locator, text: string): Promise<void> {
  await expect.element(target).toBeVisible();
  await expect.element(target).toBeEnabled();
  const field = target.element();
  if (!isTextField(field)) throw new Error('This is no field for text.');
  field.focus();
  // A field without a text cursor, for example a date, takes only a complete value.
  if (field.selectionStart === null) {
    setValue(field, text);
    return;
  }
  field.select();
  // The browser's editor sends the events of typing.
  if (text === '') document.execCommand('delete');
  else document.execCommand('insertText', false, text);
}

/** Sets the value with the native setter, so that React sees a change. */
function setValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

function isTextField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}
