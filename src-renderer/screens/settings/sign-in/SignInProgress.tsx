import { ExternalLink } from 'lucide-react';
import { Button } from '../../../components/controls/Button.tsx';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { Time } from '../../../components/Time.tsx';
import { isPageAddress } from './start-sign-in.ts';
import styles from './SignIn.module.css';
import type { SignInView } from './sign-in-view.ts';

interface SignInProgressProps {
  readonly view: Extract<SignInView, { kind: 'under-way' }>;
}

export function SignInProgress({ view, cancel }: SignInProgressProps & { readonly cancel: () => void }) {
  return (
    <>
      <output className={styles['person']}>
        Waiting for you in the browser <span className="quiet">until</span>{' '}
        <Time at={view.endsAt} precision="minute" date="never" zoned />
      </output>
      <Button onClick={cancel}>Cancel</Button>
    </>
  );
}

/** For a page that did not open or was closed. */
export function IssuerPage({ view }: SignInProgressProps) {
  return (
    <span className={styles['page']}>
      {isPageAddress(view.address) && (
        <a className="inline-row gap-1 loud" href={view.address} target="_blank" rel="noopener noreferrer">
          <ExternalLink size={12} aria-hidden="true" /> Open the page again
        </a>
      )}
      <CopyButton text={view.address} label="Copy the address of the sign-in page" word="Copy its address" />
    </span>
  );
}
