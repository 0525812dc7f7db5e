/** Draws the buttons of a report and makes their commands. */
import { type LucideIcon, Printer } from 'lucide-react';
import { Button } from '../../components/controls/Button.tsx';

export interface ReportAction {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

export function printAction(id: string, isMasked: boolean): ReportAction {
  return {
    id,
    title: isMasked ? 'Print the report, masked' : 'Print the report as shown',
    name: isMasked ? 'Print masked' : 'Print as shown',
    icon: Printer,
    run: () => window.print(),
  };
}

/** @param unavailable why no action is possible; null if all are */
export function commandsOf(actions: readonly ReportAction[], unavailable: string | null) {
  return actions.map(({ id, title, icon, run }) => ({ id, title, icon, run, group: 'View' as const, unavailable }));
}

/** The last action has the filled button. */
export function ActionButtons({ actions, isDisabled }: { actions: readonly ReportAction[]; isDisabled: boolean }) {
  return actions.map(({ id, name, icon, run }) => (
    <Button
      key={id}
      variant={id === actions.at(-1)?.id ? 'filled' : 'default'}
      disabled={isDisabled}
      icon={icon}
      onClick={run}
    >
      {name}
    </Button>
  ));
}
