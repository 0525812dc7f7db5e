/**
 * The page's only key listener. Ignores keys while the user types or an overlay is open, unless the command allows it.
 */
import type { Command } from './command.ts';
import type { CommandRegistry } from './command-registry.ts';
import { type FirstKey, stepOfKey, strokesOf } from './key-strokes.ts';

export function listenForKeys(page: Window, registry: CommandRegistry): () => void {
  let first: FirstKey | null = null;
  let typing = false;
  let covered = false;
  /** Command that the held key ran when it was pressed. */
  let done: string | null = null;

  /** Runs before any other handler: a menu that Escape closes would be gone afterwards. */
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
    first = step.kind === 'prefix' ? step.first : null;
    if (step.kind !== 'keys' || handlesKeyItself(event.target, strokes)) return;
    event.preventDefault();
    const command = able.findLast(({ keys }) => keys.includes(step.keys));
    // A held key repeats only its own command, not one that appears meanwhile, such as after Escape or Enter in Ctrl+K.
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

/** True if a dialog, menu, list or other popover is open; it handles keys itself. */
function isOverlayOpen(page: Document): boolean {
  const over = page.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox], :popover-open');
  return [...over].some((element) => element.checkVisibility());
}

function handlesKeyItself(target: EventTarget | null, strokes: readonly string[]): boolean {
  if (!(target instanceof Element)) return false;
  // Ctrl+C copies selected text.
  if (strokes.includes('Ctrl+C') && document.getSelection()?.isCollapsed === false) return true;
  const isOneOf = (...keys: string[]) => strokes.some((stroke) => keys.includes(stroke));
  if (isOneOf('Enter', 'Space')) return target.closest('button, a[href], summary, input, [role=button]') !== null;
  if (isOneOf('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'))
    return (
      target.closest('input, [role=slider], [role=separator][tabindex], [role=radiogroup], [role=tablist]') !== null
    );
  return false;
}
