import { Check, ChevronDown, Copy } from 'lucide-react';
import { useCommands } from '../../commands/use-commands.ts';
import { copiedWords, useCopyText } from '../controls/use-copy.ts';
import { OverflowMenu } from '../overlay/OverflowMenu.tsx';
import styles from './PaneHead.module.css';

interface CopyForm {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly text: () => string;
  readonly unavailable: string | null;
}

export function CopyMenu({ forms }: { forms: readonly CopyForm[] }) {
  const { copied, copy } = useCopyText();
  const actions = forms.map(({ text, ...form }) => ({ ...form, run: () => copy(text()) }));
  useCommands(
    actions.map(({ id, title, unavailable, run }) => ({ id, title, group: 'Event' as const, unavailable, run })),
  );
  const Icon = copied === 'done' ? Check : Copy;
  return (
    <OverflowMenu buttonClass={styles['copies']} actions={actions}>
      <Icon size={14} aria-hidden="true" />
      <span>{copiedWords(copied, 'Copy as')}</span>
      <ChevronDown size={12} aria-hidden="true" />
    </OverflowMenu>
  );
}
