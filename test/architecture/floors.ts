/**
 * Checks that the direct children of a folder, files and folders, can be laid in an order in which imports only go down.
 * The orders of the largest folders are in `CONTRIBUTING.md`.
 */
import type { SourceFile } from './source-file.ts';

type Source = Pick<SourceFile, 'path' | 'imports'>;

/** Floors of each folder, top first. Children of one floor do not import each other. */
export type Floors = ReadonlyMap<string, readonly (readonly string[])[]>;

/** An import from one direct child of a folder to another. */
interface Tie {
  readonly from: string;
  readonly to: string;
  readonly files: string;
}

/** Reads "FOLDER: a > b, c > d" from the section "Floors" of `CONTRIBUTING.md`. A list ends at the next folder. */
export function floorsIn(text: string): Floors {
  const [, lists = ''] = /^## Floors\n[\s\S]*?```text\n([\s\S]*?)\n```/m.exec(text) ?? [];
  return new Map(
    lists.split(/\n(?! )/).map((list) => {
      const [folder = '', floors = ''] = list.split(/:\s+/);
      return [folder, floors.split('>').map((floor) => floor.split(',').map((child) => child.trim()))];
    }),
  );
}

/** Ties of more imports are probably right, so that only their number helps. */
const MAX_NAMED_IMPORTS = 3;

/** Returns a line for each folder whose children import each other in a circle: the circle, and the imports that tie it. */
export function circlesBetweenChildren(files: readonly Source[]): string[] {
  return [...tiesByFolder(files)].flatMap(([folder, ties]) => {
    const circle = circleOf(ties);
    if (circle === null) return [];
    const tying = circle.slice(1).map((to, at) => {
      const imports = ties.filter((tie) => tie.from === circle[at] && tie.to === to).map((tie) => tie.files);
      return imports.length <= MAX_NAMED_IMPORTS
        ? imports.join(', ')
        : `${circle[at]} imports ${to} ${imports.length} times`;
    });
    return [`${folder}: ${circle.join(' > ')}: ${tying.join(', ')}`];
  });
}

/** Returns a line for each import that does not go down, and for each child that its list misses or has in vain. */
export function floorFaults(files: readonly Source[], floors: Floors): string[] {
  const ties = tiesByFolder(files);
  return [...floors].flatMap(([folder, list]) => {
    const children = childrenOf(folder, files);
    const listed = list.flat();
    const floorOf = (child: string) => list.findIndex((floor) => floor.includes(child));
    const missing = [...children].filter((child) => !listed.includes(child));
    const gone = listed.filter((child) => !children.has(child));
    const rising = (ties.get(folder) ?? []).filter(
      ({ from, to }) => listed.includes(from) && listed.includes(to) && floorOf(from) >= floorOf(to),
    );
    return [
      ...missing.map(
        (child) => `add ${child} to the floors of ${folder} in CONTRIBUTING.md, above all that it imports`,
      ),
      ...gone.map((child) => `remove ${child} from the floors of ${folder} in CONTRIBUTING.md: it is no child of it`),
      ...rising.map(({ from, to, files: tie }) => `${folder}: ${from} is not above ${to}, but ${tie}`),
    ];
  });
}

function childrenOf(folder: string, files: readonly Source[]): ReadonlySet<string> {
  const inside = files.filter(({ path }) => path.startsWith(`${folder}/`));
  return new Set(inside.map(({ path }) => childOf(folder, path)));
}

/** @param folder empty for the root of the checkout */
const childOf = (folder: string, path: string) => path.split('/')[folder === '' ? 0 : folder.split('/').length] ?? '';

function tiesByFolder(files: readonly Source[]): ReadonlyMap<string, readonly Tie[]> {
  const known = new Set(files.map(({ path }) => path));
  const ties = new Map<string, Tie[]>();
  for (const { path, imports } of files)
    for (const { target } of imports.filter((one) => one.kind === 'file' && known.has(one.target))) {
      const folder = commonFolder(path, target);
      const tie = { from: childOf(folder, path), to: childOf(folder, target), files: `${path} imports ${target}` };
      if (tie.from !== tie.to) ties.set(folder, [...(ties.get(folder) ?? []), tie]);
    }
  return ties;
}

function commonFolder(one: string, other: string): string {
  const [parts, others] = [one.split('/'), other.split('/')];
  const end = parts.findIndex((part, at) => part !== others[at]);
  return parts.slice(0, end).join('/');
}

/** Returns the children of a circle, the first of them also at its end; null if there is none. */
function circleOf(ties: readonly Tie[]): readonly string[] | null {
  const targets = Map.groupBy(ties, ({ from }) => from);
  const checked = new Set<string>();
  const circleFrom = (child: string, before: readonly string[]): readonly string[] | null => {
    if (before.includes(child)) return [...before.slice(before.indexOf(child)), child];
    if (checked.has(child)) return null;
    for (const { to } of targets.get(child) ?? []) {
      const circle = circleFrom(to, [...before, child]);
      if (circle !== null) return circle;
    }
    checked.add(child);
    return null;
  };
  for (const child of targets.keys()) {
    const circle = circleFrom(child, []);
    if (circle !== null) return circle;
  }
  return null;
}
