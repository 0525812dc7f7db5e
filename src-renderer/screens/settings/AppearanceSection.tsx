import { AppearanceChoices } from '../../components/controls/AppearanceButton.tsx';
import { PersonSection } from './PersonSection.tsx';
import styles from './Settings.module.css';

export function AppearanceSection() {
  return (
    <section className={styles['plain']} aria-label="Appearance">
      <h2 className={styles['title']}>Appearance</h2>
      <p className={styles['intro']}>Stored in this browser, for every profile.</p>
      <div className={styles['choices']}>
        <AppearanceChoices />
        <PersonSection />
      </div>
    </section>
  );
}
