/**
 * The one listener of the page for keys, with the one memory of a first key. It does nothing while somebody types or
 * something stands over the page, unless a command says that it acts everywhere, and never takes a key from a button.
 */
import type { Command } from './command.ts';
import type { CommandRegistry } from './command-registry.ts';
import { type FirstKey, stepOfKey, strokesOf } from './key-strokes.ts';

export function listenForKeys(page: Window, registry: CommandRegistry): () => void {
  let first: FirstKey | null = null;
  let typing = false;
  let covered = false;
  /** What the key that is held down did when it was pressed. */
  let done: string | null = null;

  /** Before anybody answers the key: a menu that Escape closes is gone afterwards, and Escape was still its own. */
  function onKeyDownCapture(event: KeyboardEvent): void {
    typing = isTyping(event.target);
    covered = isOverlayOpen(page.document);
    if (!event.repeat) done = null;
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const strokes = strokesOf(event);
    if (strokes.length === 0) return;
    forgetRefusal();
    const { commands } = registry.getState();
    const able = commands
      .filter((command) => !(typing || covered) || actsWhileTyping(command))
      .map((command) => ({ ...command, keys: command.keys.filter((keys) => command.isKeyActive?.(keys) ?? true) }));
    const step = event.defaultPrevented
      ? { kind: 'nothing' as const }
      : stepOfKey(new Set(able.flatMap(({ keys }) => keys)), first, strokes, event.timeStamp);
    first = step.kind === 'begun' ? step.first : null;
    if (step.kind !== 'keys' || handlesKeyItself(event.target, strokes)) return;
    event.preventDefault();
    const command = able.findLast(({ keys }) => keys.includes(step.keys));
    // Held, a key goes on with what it did, and never with what comes after: Escape, or Enter out of Ctrl+K.
    if (command === undefined || (covered && command.everywhere !== true)) return;
    if (event.repeat && (command.id !== done || actsWhileTyping(command))) return;
    done = command.id;
    command.run();
  }
  function forgetRefusal(): void {
    if (registry.getState().refusal !== null) registry.setState({ refusal: null });
  }

  page.addEventListener('keydown', onKeyDownCapture, true);
  page.addEventListener('keydown', onKeyDown);
  page.addEventListener('pointerdown', forgetRefusal);
  return () => {
    page.removeEventListener('keydown', onKeyDownCapture, true);
    page.removeEventListener('keydown', onKeyDown);
    page.removeEventListener('pointerdown', forgetRefusal);
  };
}

function actsWhileTyping({ everywhere, whileTyping }: Command): boolean {
  return everywhere === true || whileTyping === true;
}

const NON_TEXT_INPUT_TYPES = ['radio', 'checkbox', 'button', 'submit', 'reset', 'range', 'color', 'file', 'image'];

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NON_TEXT_INPUT_TYPES.includes(target.type);
  return target.isContentEditable || target.closest('textarea, select, [role=textbox], [role=combobox]') !== null;
}

/** A dialog, menu, list or other popover is open: keys are its own. */
function isOverlayOpen(page: Document): boolean {
  const over = page.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox], :popover-open');
  return [...over].some((element) => element.checkVisibility());
}

/** Keys that a focused element answers itself. */
function handlesKeyItself(target: EventTarget | null, strokes: readonly string[]): boolean {
  if (!(target instanceof Element)) return false;
  // What is marked on the page is what is to be copied.
  if (strokes.includes('Ctrl+C') && document.getSelection()?.isCollapsed === false) return true;
  const isOneOf = (...keys: string[]) => strokes.some((stroke) => keys.includes(stroke));
  if (isOneOf('Enter', 'Space')) return target.closest('button, a[href], summary, input, [role=button]') !== null;
  if (isOneOf('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'))
    return (
      target.closest('input, [role=slider], [role=separator][tabindex], [role=radiogroup], [role=tablist]') !== null
    );
  return false;
}
