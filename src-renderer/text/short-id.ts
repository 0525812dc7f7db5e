/**
 * How a long identifier is read in a row: the EIDs of one provider share their first digits, the last twelve tell them
 * apart. Never for comparing: two that look alike here may differ in front.
 */
const SHOWN_CHARACTERS = 12;
const GROUP = 4;

export interface ShortIdParts {
  /** What is left out, or stands quiet where there is room. */
  readonly front: string;
  /** The end, in groups as it is read aloud. */
  readonly groups: readonly string[];
}

export function shortIdParts(text: string): ShortIdParts {
  // By code points, or a pair of surrogates could be cut in two.
  const points = Array.from(text);
  // A digit more than is read would be hidden behind an ellipsis that is as wide.
  const front = points.length <= SHOWN_CHARACTERS + 1 ? [] : points.slice(0, -SHOWN_CHARACTERS);
  const end = points.slice(front.length).join('');
  if (!/^\d{12}$/.test(end)) return { front: front.join(''), groups: [end] };
  return {
    front: front.join(''),
    groups: [end.slice(0, GROUP), end.slice(GROUP, 2 * GROUP), end.slice(2 * GROUP)],
  };
}
