import type { Finding } from '../../../../src-shared/api/connection-findings.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { findingWords } from '../../../../src-shared/words/connection-test-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import styles from './ConnectionTest.module.css';
import { type TestRemedy, testRemedies } from './test-view.ts';

export function Obstacle(props: {
  finding: Finding;
  flow: ConnectionProfile['flow'];
  help: (remedy: TestRemedy) => void;
}) {
  const { head, remedy, code, detail } = findingWords(props.finding);
  const remedies = testRemedies(props.finding, props.flow);
  return (
    <div className={styles['obstacle']} role="alert">
      <h3>
        <Untrusted text={head ?? detail} />
      </h3>
      {remedy !== null && (
        <p>
          <Untrusted text={remedy} />
        </p>
      )}
      {remedies.length > 0 && (
        <div className="row wraps gap-2">
          {remedies.map((each, index) => (
            <Button key={each.kind} variant={index === 0 ? 'filled' : 'default'} onClick={() => props.help(each)}>
              {remedyName(each)}
            </Button>
          ))}
        </div>
      )}
      {code !== null && (
        <code className="meta">
          <Untrusted text={code} />
        </code>
      )}
    </div>
  );
}

function remedyName(remedy: TestRemedy): string {
  switch (remedy.kind) {
    case 'send-as':
      return `Send it as “${remedy.way}” and test`;
    case 'enter-secret':
      return remedy.again ? 'Enter secret again' : 'Enter the client secret';
    case 'sign-in':
      return 'Go to the sign-in';
    default:
      return assertNever(remedy);
  }
}
