import { Check, Copy } from 'lucide-react';
import { type CustomerCase, customerWords } from '../../../../src-shared/words/customer-words.ts';
import { useCommand } from '../../../commands/use-commands.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { copiedWords, useCopy } from '../../../components/controls/use-copy.ts';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { useTimeText } from '../../../stores/use-time-text.ts';
import { visibleText } from '../../../text/visible-text.ts';

const COMMAND = { id: 'case.copy-customer', title: 'Copy for customer' } as const;

/** Copies one sentence about the case that a user can tell the customer. The tooltip shows it before. */
export function CopyForCustomer({ failed }: { failed: CustomerCase }) {
  const time = useTimeText({ date: 'always', precision: 'minute', zoned: true });
  const text = visibleText(customerWords(failed, time));
  const { copied, copy } = useCopy(text);
  useCommand({ ...COMMAND, group: 'Case', keys: ['Shift+C'], run: copy });
  return (
    <Tooltip label={text} command={COMMAND.id}>
      <Button icon={copied === 'done' ? Check : Copy} onClick={copy}>
        {copiedWords(copied, COMMAND.title)}
      </Button>
    </Tooltip>
  );
}
