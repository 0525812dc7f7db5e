/** Letters are named by position, so J stays J with Cyrillic or Dvorak; signs such as `?` by the character typed. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'> &
  Partial<Pick<KeyboardEvent, 'getModifierState'>>;

/** Names of a key press, most likely first. Empty for a modifier alone and with Alt, which types signs. */
export function strokesOf(press: KeyPress): readonly string[] {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = press;
  if (altKey || ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process'].includes(key)) return [];
  // Command on a Mac corresponds to Ctrl.
  const ctrl = ctrlKey || metaKey ? 'Ctrl+' : '';
  const shift = shiftKey ? 'Shift+' : '';
  const strokes: string[] = [];
  if (key === ' ') strokes.push(`${ctrl}${shift}Space`);
  else if (key.length > 1) strokes.push(`${ctrl}${shift}${key}`);
  else if (!/[\p{L}\p{N}]/u.test(key)) strokes.push(`${ctrl}${key}`);
  const keyName = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1];
  // Some systems do not set `altKey` for AltGr, but AltGr still types signs: the euro sign is not an E.
  if (keyName !== undefined && press.getModifierState?.('AltGraph') !== true) strokes.push(`${ctrl}${shift}${keyName}`);
  return strokes;
}

/** Long enough for an unhurried second key, short enough that a forgotten G does not swallow the next key. */
const SEQUENCE_TIMEOUT_MS = 1_000;

export interface FirstKey {
  readonly stroke: string;
  readonly at: number;
}

export type KeyStep =
  | { readonly kind: 'keys'; readonly keys: string }
  | { readonly kind: 'prefix'; readonly first: FirstKey }
  | { readonly kind: 'nothing' };

export function stepOfKey(
  bound: ReadonlySet<string>,
  first: FirstKey | null,
  strokes: readonly string[],
  at: number,
): KeyStep {
  const firstStroke = first !== null && at - first.at < SEQUENCE_TIMEOUT_MS ? first.stroke : null;
  const sequences = firstStroke === null ? [] : strokes.map((stroke) => `${firstStroke} ${stroke}`);
  const keys = [...sequences, ...strokes].find((candidate) => bound.has(candidate));
  if (keys !== undefined) return { kind: 'keys', keys };
  const stroke = strokes.find((candidate) => [...bound].some((each) => each.startsWith(`${candidate} `)));
  return stroke === undefined ? { kind: 'nothing' } : { kind: 'prefix', first: { stroke, at } };
}

const KEYCAP_LABELS: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page up',
  PageDown: 'Page down',
};

/** Splits keys into keycaps: `G T` → `G`, `T`; `Ctrl+K` → `Ctrl`, `K`. */
export function keycapsOf(keys: string): readonly string[] {
  return keys
    .split(' ')
    .flatMap((stroke) => (stroke.length === 1 ? [stroke] : stroke.split(/\+(?=.)/)))
    .map((key) => KEYCAP_LABELS[key] ?? key);
}
