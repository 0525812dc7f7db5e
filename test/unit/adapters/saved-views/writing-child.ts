import { createViewFiles } from '../../../../src-main/adapters/saved-views/list-file.ts';
import type { StoreIdentity } from '../../../../src-main/core/ports/event-store.ts';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import { aView } from '../../../doubles/saved-views.ts';

const storeIdentity: StoreIdentity = {
  id: profileIdSchema.parse('acme-europe'),
  name: 'Acme',
  practice: false,
  source: '',
};
const files = createViewFiles(() => process.argv[2] ?? '');
const views = Array.from({ length: 200 }, (_, index) => aView(String(index), `"${'x'.repeat(200)}"`));
for (;;) {
  await files.write(storeIdentity, views);
  process.send?.('written');
}
