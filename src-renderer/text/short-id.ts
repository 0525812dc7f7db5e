/** EIDs of one provider share their first digits. Never compare short ids: equal ones can differ in the front part. */
const SHOWN_CHARACTERS = 12;
const GROUP = 4;

export interface ShortIdParts {
  readonly front: string;
  readonly groups: readonly string[];
}

export function shortIdParts(text: string): ShortIdParts {
  // Splits by code points so that no surrogate pair is cut.
  const points = Array.from(text);
  // An ellipsis for a single hidden character would be as wide as the character.
  const front = points.length <= SHOWN_CHARACTERS + 1 ? [] : points.slice(0, -SHOWN_CHARACTERS);
  const end = points.slice(front.length).join('');
  if (!/^\d{12}$/.test(end)) return { front: front.join(''), groups: [end] };
  return {
    front: front.join(''),
    groups: [end.slice(0, GROUP), end.slice(GROUP, 2 * GROUP), end.slice(2 * GROUP)],
  };
}
