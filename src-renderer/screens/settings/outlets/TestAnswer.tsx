import type { OutletTest } from '../../../../src-shared/api/outlets.ts';
import { Untrusted } from '../../../components/Untrusted.tsx';

export function TestAnswer({ test: { isAccepted, words } }: { test: OutletTest }) {
  return (
    <span className={isAccepted ? undefined : 'failed'}>
      {isAccepted ? 'Test accepted' : 'Test not accepted'}: <Untrusted text={words} />
    </span>
  );
}
