/**
 * Counts how often each component renders, through the hook that React offers to its developer tools. Must be loaded
 * before React.
 */
import { onTestFinished } from 'vitest';

interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/** React sets it on a component that rendered. */
const PERFORMED_WORK = 1;

let root: Fiber | null = null;
let onCommit: (drawn: Fiber) => void = () => undefined;

Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
  supportsFiber: true,
  inject: () => 1,
  onCommitFiberUnmount: () => undefined,
  onPostCommitFiberRoot: () => undefined,
  onCommitFiberRoot(_: number, { current }: { readonly current: Fiber }) {
    onCommit(current);
    root = current;
  },
});

/**
 * Counts renders from now until the end of the test.
 * @returns how often each component rendered since the last call, by name in alphabetical order
 */
export function countRenders(): () => Readonly<Record<string, number>> {
  /** Fibers of the last commit. A component that did not render keeps its fiber or gets a copy without the flag. */
  let shown = new Set(fibersOf(root));
  const counts = new Map<string, number>();
  onCommit = (drawn) => {
    const fibers = fibersOf(drawn);
    for (const fiber of fibers) {
      const name = componentName(fiber.type);
      if (name === null || shown.has(fiber) || (fiber.flags & PERFORMED_WORK) === 0) continue;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    shown = new Set(fibers);
  };
  onTestFinished(() => {
    onCommit = () => undefined;
  });
  return () => {
    const result = Object.fromEntries([...counts].toSorted(([one], [other]) => one.localeCompare(other)));
    counts.clear();
    return result;
  };
}

function fibersOf(fiber: Fiber | null): Fiber[] {
  const fibers: Fiber[] = [];
  for (let at = fiber; at !== null; at = at.sibling) fibers.push(at, ...fibersOf(at.child));
  return fibers;
}

function componentName(type: unknown): string | null {
  if (typeof type === 'function') return type.name;
  if (typeof type !== 'object' || type === null) return null;
  // Components in `memo` or `forwardRef`.
  const inner = 'type' in type ? type.type : 'render' in type ? type.render : null;
  return typeof inner === 'function' ? inner.name : null;
}
