import { LaterDialog, laterPart } from '../../../components/later-part.tsx';
import { useStores, useViews } from '../../../stores/use-stores.ts';
import type { ViewDialogsViewProps } from './ViewDialogsView.tsx';

const { Part, provide } = laterPart<ViewDialogsViewProps>();

export const provideViewDialogs = provide;

export function ViewDialogs() {
  const { views } = useStores();
  const dialog = useViews((state) => state.dialog);
  if (dialog === null) return null;
  return <Part dialog={dialog} otherwise={<LaterDialog label="Views" close={() => views.show(null)} />} />;
}
