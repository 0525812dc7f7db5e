/**
 * What a person can do, said once: keys, the list of keys, tooltips, Ctrl+K and menus are all made of it. A command is
 * there while the part of the page that can do it is shown; it never acts by itself.
 */
import type { LucideIcon } from 'lucide-react';

export const commandGroups = ['Go to', 'List', 'Event', 'Case', 'Filter', 'View', 'Watch', 'Help'] as const;
type CommandGroup = (typeof commandGroups)[number];

export interface Command {
  /** `timeline.open`: stable, for tooltips and tests. */
  readonly id: string;
  /** A verb first: "Open the event". */
  readonly title: string;
  readonly group: CommandGroup;
  /**
   * Each a key or two after another: `J`, `G T`, `Ctrl+K`, `Shift+X`, `Escape`, `ArrowDown`, `?`. Letters are where they
   * are on a US keyboard, whatever layout is set (`KeyboardEvent.code`). The first is the one that is shown.
   */
  readonly keys: readonly string[];
  /** Which of its keys act now, asked when one is pressed: a key of a list is also another part's. Absent: all of them. */
  readonly isKeyActive?: (keys: string) => boolean;
  /** Why it cannot be done now; absent or `null`: it can. */
  readonly unavailable?: string | null;
  /** Not offered in Ctrl+K: moves of a cursor, for one. */
  readonly keysOnly?: boolean;
  /** Its keys act also while somebody types, and over dialogs. */
  readonly everywhere?: boolean;
  /** Its keys act also while somebody types; over a dialog they do nothing, nor what the browser does with them. */
  readonly whileTyping?: boolean;
  /** Beside it in Ctrl+K. */
  readonly icon?: LucideIcon;
  readonly run: () => void;
}
