/** A user action, defined once for keys, the list of keys, tooltips, Ctrl+K and menus. */
import type { LucideIcon } from 'lucide-react';

export const commandGroups = ['Go to', 'List', 'Event', 'Case', 'Filter', 'View', 'Watch', 'Help'] as const;
type CommandGroup = (typeof commandGroups)[number];

export interface Command {
  /** Stable id for tooltips and tests, for example `timeline.open`. */
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  readonly synonyms?: readonly string[];
  /**
   * Single keys or sequences: `J`, `G T`, `Ctrl+K`. Letters are positions on a US keyboard. The first entry is shown.
   */
  readonly keys: readonly string[];
  /** True if this key works now; checked on each press, because several components can share a key. Absent: always. */
  readonly isKeyActive?: (keys: string) => boolean;
  readonly unavailable?: string | null;
  readonly keysOnly?: boolean;
  readonly everywhere?: boolean;
  /** Keys also work while the user types. Over a dialog they do nothing, and the browser's own action is blocked. */
  readonly whileTyping?: boolean;
  readonly icon?: LucideIcon;
  readonly run: () => void;
}

/** A command as a component declares it. Without keys it is only in Ctrl+K and in menus. */
export type NewCommand = Omit<Command, 'keys'> & Partial<Pick<Command, 'keys'>>;
