/**
 * Every criterion of EN 301 549 V3.2.1, clauses 9, 11 and 12, with what is claimed and which tests prove it. Clauses 9 and 11.1
 * to 11.4 have the numbers of WCAG 2.1. `docs/accessibility.md` is made from it.
 */
export type Verdict = 'conforms' | 'partly' | 'does not' | 'not applicable' | 'not evaluated';

/** A test by its file below `test` and the beginning of its title, without the ids of its promises. */
export type Proof = readonly [file: string, title: string];

export interface Criterion {
  readonly id: string;
  readonly name: string;
  readonly verdict: Verdict;
  readonly proofs: readonly Proof[];
  readonly note: string;
}

const proofs = {
  axe: ['browser/accessible.pw.ts', 'axe finds no violation on the main screens'],
  documents: ['browser/accessible.pw.ts', 'About shows the licences that the host serves'],
  widths: ['browser/screens.pw.ts', 'no screen cuts a time, scrolls sideways'],
  fontSize: ['browser/screens.pw.ts', 'with a font size of 32 px in the settings of the browser'],
  spacing: ['browser/screens.pw.ts', 'with the text spacing of WCAG 1.4.12'],
  tab: ['browser/screens.pw.ts', 'Tab reaches the controls of every screen'],
  noPointer: ['browser/keyboard.pw.ts', 'a user without a pointer sets up a profile'],
  shift: ['browser/report.pw.ts', 'a user completes a shift without a pointer'],
  media: ['renderer/theme.test.ts', 'the page has no picture of text, no recording'],
  still: ['renderer/theme.test.ts', 'no style sheet moves or flashes anything'],
  contrast: ['renderer/theme.browser.test.tsx', 'has readable text on every ground'],
  shapes: ['renderer/theme.browser.test.tsx', 'has shapes and focus rings that stand out'],
  forced: ['renderer/theme.browser.test.tsx', 'forced colours keep the hatch'],
  motion: ['renderer/theme.browser.test.tsx', 'nothing moves if the system asks for reduced motion'],
  system: ['renderer/settings.browser.test.tsx', 'follows the system, if it is %s and its contrast is %s'],
  singleKeys: ['renderer/settings.browser.test.tsx', 'turns off keys without Ctrl'],
  otherKeys: [
    'renderer/commands.browser.test.tsx',
    'do nothing on the page while a menu is open or with other modifiers',
  ],
  tooltipRests: ['renderer/parts.browser.test.tsx', 'stays while the pointer rests on it'],
  tooltipCloses: ['renderer/parts.browser.test.tsx', 'opens immediately on keyboard focus'],
  described: ['renderer/parts.browser.test.tsx', 'describes its element while it is closed'],
  outcome: ['renderer/parts.browser.test.tsx', 'an outcome mark shows its word on request'],
  popover: ['renderer/popover.browser.test.tsx', 'closes immediately with Escape, and returns the focus'],
  bars: ['renderer/tally.browser.test.tsx', 'is read and zoomed with the keyboard'],
  barTable: ['renderer/tally.browser.test.tsx', 'shows the counts by outcome, as links'],
  gridNames: [
    'renderer/grid-columns.browser.test.tsx',
    'moves the focus to the list with the first J, and names the current row',
  ],
  gridFocus: ['renderer/grid-columns.browser.test.tsx', 'draws the focus around the current row'],
  pressed: ['renderer/grid.browser.test.tsx', 'opens the pressed row, even if another row moved'],
  paused: ['renderer/timeline.browser.test.tsx', 'pauses under a moving pointer'],
  undoKept: ['renderer/undo.browser.test.tsx', 'or until it is closed, if the user chose so'],
  undo: ['renderer/undo.browser.test.tsx', 'with Ctrl+Z, for all cases of a group'],
  deletion: ['renderer/settings.browser.test.tsx', 'is deleted after a confirmation'],
  title: ['renderer/frame.browser.test.tsx', 'shows the state in the title and the icon of the tab'],
  rail: ['renderer/frame.browser.test.tsx', 'keeps the signal and the rail if a screen fails'],
  goTo: ['renderer/spotlight.browser.test.tsx', 'finds a stored identifier by a part of it'],
  announced: ['renderer/signal.browser.test.tsx', 'announces a change of state to screen readers'],
  mistake: ['renderer/outlets.browser.test.tsx', 'shows each mistake at its field'],
  deadline: ['renderer/deadlines.browser.test.tsx', 'say at the field what they expected'],
  suggestion: ['renderer/profile-draft.test.ts', 'offers the realm from the sign-in address'],
  name: ['renderer/authors.browser.test.tsx', 'lets the browser fill in the name of the user'],
  sounds: ['renderer/alarms.test.ts', 'have a distinct pattern for each severity, at most 1.5 s long'],
  menu: ['hosts/electron/shell/app-menu.test.ts', 'has every command on %s'],
  menuKeys: ['hosts/electron/shell/app-menu.test.ts', 'has no key of its own on %s'],
  manual: ['architecture/accessibility.test.ts', 'the manual names the settings that are followed'],
} as const satisfies Readonly<Record<string, Proof>>;

type ProofName = keyof typeof proofs;

function claim(verdict: Verdict) {
  return (id: string, name: string, by: readonly ProofName[], note = ''): Criterion => ({
    id,
    name,
    verdict,
    proofs: by.map((each) => proofs[each]),
    note,
  });
}
const yes = claim('conforms');
const partly = claim('partly');
const unknown = claim('not evaluated');
const none = claim('not applicable');

const NO_MEDIA = 'no recorded sound or film';
const NATIVE = 'Chromium passes the tree of the page to the system; no screen reader was tried';

/** Clause 9, and by the same numbers 11.1 to 11.4. */
export const pageCriteria: readonly Criterion[] = [
  yes('1.1.1', 'Non-text content', ['axe', 'barTable', 'outcome']),
  none('1.2.1', 'Audio-only and video-only (prerecorded)', ['media'], NO_MEDIA),
  none('1.2.2', 'Captions (prerecorded)', ['media'], NO_MEDIA),
  none('1.2.3', 'Audio description or media alternative (prerecorded)', ['media'], NO_MEDIA),
  none('1.2.4', 'Captions (live)', ['media'], NO_MEDIA),
  none('1.2.5', 'Audio description (prerecorded)', ['media'], NO_MEDIA),
  yes('1.3.1', 'Info and relationships', ['axe', 'gridNames', 'barTable']),
  unknown('1.3.2', 'Meaningful sequence', [], 'no person has listened to the screens in their order'),
  unknown('1.3.3', 'Sensory characteristics', [], 'no person has read all texts for it'),
  yes('1.3.4', 'Orientation', ['widths'], 'upright and wide windows'),
  yes('1.3.5', 'Identify input purpose', ['name'], 'the name is the only field about the user'),
  yes('1.4.1', 'Use of colour', ['forced', 'outcome'], 'each outcome has a shape and a word'),
  yes('1.4.2', 'Audio control', ['sounds'], 'a sound ends by itself'),
  yes('1.4.3', 'Contrast (minimum)', ['contrast', 'axe'], 'in all four schemes'),
  yes('1.4.4', 'Resize text', ['fontSize']),
  yes('1.4.5', 'Images of text', ['media']),
  yes('1.4.10', 'Reflow', ['widths', 'fontSize'], '320 × 256 px; the permissions are a table and scroll sideways'),
  yes('1.4.11', 'Non-text contrast', ['shapes']),
  yes('1.4.12', 'Text spacing', ['spacing']),
  yes('1.4.13', 'Content on hover or focus', ['tooltipRests', 'tooltipCloses']),
  yes('2.1.1', 'Keyboard', ['noPointer', 'shift', 'tab', 'bars']),
  yes('2.1.2', 'No keyboard trap', ['tab', 'popover']),
  yes('2.1.4', 'Character key shortcuts', ['singleKeys']),
  yes(
    '2.2.1',
    'Timing adjustable',
    ['undoKept'],
    'a started sign-in ends after five minutes, for its safety, and can be started again',
  ),
  yes('2.2.2', 'Pause, stop, hide', ['paused'], 'lists; the state and the clock are what a monitor is for'),
  yes('2.3.1', 'Three flashes or below threshold', ['still']),
  yes('2.4.1', 'Bypass blocks', ['axe'], 'landmarks and headings'),
  yes('2.4.2', 'Page titled', ['title']),
  yes('2.4.3', 'Focus order', ['noPointer', 'popover']),
  unknown('2.4.4', 'Link purpose (in context)', ['axe'], 'a program finds only links without words'),
  yes('2.4.5', 'Multiple ways', ['goTo', 'rail']),
  unknown('2.4.6', 'Headings and labels', ['axe'], 'a program finds only empty ones'),
  yes('2.4.7', 'Focus visible', ['tab', 'gridFocus', 'shapes']),
  yes('2.5.1', 'Pointer gestures', ['bars'], 'what is dragged has keys'),
  yes('2.5.2', 'Pointer cancellation', ['pressed'], 'lists; other buttons are those of the browser'),
  yes('2.5.3', 'Label in name', ['widths', 'axe']),
  none('2.5.4', 'Motion actuation', ['media'], 'no control by motion'),
  yes('3.1.1', 'Language of page', ['axe'], 'English'),
  partly(
    '3.1.2',
    'Language of parts',
    [],
    'the page is English; texts of the service have no mark, because it does not name their language',
  ),
  yes('3.2.1', 'On focus', ['tab']),
  unknown('3.2.2', 'On input', [], 'no test goes through every field'),
  yes('3.2.3', 'Consistent navigation', ['rail'], 'one rail for all screens'),
  unknown(
    '3.2.4',
    'Consistent identification',
    [],
    'a command has one name and icon in the code; nobody compared the screens',
  ),
  yes('3.3.1', 'Error identification', ['mistake', 'deadline']),
  yes('3.3.2', 'Labels or instructions', ['axe']),
  yes('3.3.3', 'Error suggestion', ['suggestion', 'deadline']),
  yes('3.3.4', 'Error prevention (legal, financial, data)', ['deletion', 'undo']),
  yes('4.1.1', 'Parsing', ['axe']),
  yes('4.1.2', 'Name, role, value', ['axe', 'described']),
  yes('4.1.3', 'Status messages', ['announced', 'undo']),
];

/** Criteria that WCAG 2.1 asks of pages only. Clause 11 leaves their numbers void. */
export const VOID_IN_SOFTWARE: readonly string[] = ['2.4.1', '2.4.2', '2.4.5', '3.1.2', '3.2.3', '3.2.4'];

export const otherCriteria: readonly Criterion[] = [
  partly('9.6', 'WCAG conformance requirements', [], 'until the criteria that are not evaluated are'),
  none('11.5.1', 'Closed functionality', [], 'assistive technology can be attached'),
  unknown('11.5.2.1', 'Platform accessibility service support for software with a user interface', [], NATIVE),
  none('11.5.2.2', 'Platform accessibility service support for assistive technologies', [], 'it is no platform'),
  unknown('11.5.2.3', 'Use of accessibility services', ['axe'], NATIVE),
  none('11.5.2.4', 'Assistive technology', [], 'it is none'),
  unknown('11.5.2.5', 'Object information', ['axe', 'described'], NATIVE),
  unknown('11.5.2.6', 'Row, column and headers', ['gridNames'], NATIVE),
  unknown('11.5.2.7', 'Values', ['bars'], NATIVE),
  unknown('11.5.2.8', 'Label relationships', ['axe'], NATIVE),
  unknown('11.5.2.9', 'Parent-child relationships', ['axe'], NATIVE),
  unknown('11.5.2.10', 'Text', [], NATIVE),
  unknown('11.5.2.11', 'List of available actions', [], NATIVE),
  unknown('11.5.2.12', 'Execution of available actions', [], NATIVE),
  unknown('11.5.2.13', 'Tracking of focus and selection attributes', ['gridNames'], NATIVE),
  unknown('11.5.2.14', 'Modification of focus and selection attributes', [], NATIVE),
  unknown('11.5.2.15', 'Change notification', ['announced'], NATIVE),
  unknown('11.5.2.16', 'Modifications of states and properties', [], NATIVE),
  unknown('11.5.2.17', 'Modifications of values and text', [], NATIVE),
  none('11.6.1', 'User control of accessibility features', [], 'it is no platform'),
  yes(
    '11.6.2',
    'No disruption of accessibility features',
    ['otherKeys', 'menuKeys'],
    'keys with Alt and other modifiers stay with the system',
  ),
  partly(
    '11.7',
    'User preferences',
    ['system', 'motion', 'forced', 'menu'],
    'colour, contrast and motion of the system; its font and font size are not followed, _View_ zooms instead',
  ),
  none('11.8.1', 'Content technology', [], 'it is no authoring tool'),
  none('11.8.2', 'Accessible content creation', [], 'it is no authoring tool'),
  none('11.8.3', 'Preservation of accessibility information in transformations', [], 'it is no authoring tool'),
  none('11.8.4', 'Repair assistance', [], 'it is no authoring tool'),
  none('11.8.5', 'Templates', [], 'it is no authoring tool'),
  yes(
    '12.1.1',
    'Accessibility and compatibility features',
    ['manual'],
    '[Accessibility](using.md#accessibility) of the manual',
  ),
  yes('12.1.2', 'Accessible documentation', ['documents'], 'the documents in the page'),
  none(
    '12.2.2',
    'Information on accessibility and compatibility features',
    [],
    'there is no support service; who offers one answers this',
  ),
  none('12.2.3', 'Effective communication', [], 'there is no support service'),
  none('12.2.4', 'Accessible documentation', [], 'there is no support service'),
];
