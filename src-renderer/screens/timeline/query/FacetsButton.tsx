/** Shows the facets in a panel if the window has no space for them next to the list (`ScreenLayout.module.css`). */
import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { BarMenu } from './BarMenu.tsx';
import styles from './FacetsButton.module.css';

export function FacetsButton({ children }: { children: ReactNode }) {
  return (
    <div className={styles['narrow-only']}>
      <BarMenu name="Values" label="Values" icon={ListFilter}>
        <div className={styles['values']} tabIndex={-1} data-autofocus>
          {children}
        </div>
      </BarMenu>
    </div>
  );
}
