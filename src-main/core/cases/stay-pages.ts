import type { Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import type { CaseProjectionReader, KeyedStay } from '../ports/case-projection.ts';

/** Yields pages with the stays of a span; a stay that ends meanwhile is in two. @throws the signal's reason */
export async function* stayPages(
  projection: Pick<CaseProjectionReader, 'stays'>,
  span: Span & { readonly isThinned?: boolean },
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly KeyedStay[], void, undefined> {
  let after: string | null = null;
  do {
    signal?.throwIfAborted();
    const page: Awaited<ReturnType<CaseProjectionReader['stays']>> = await projection.stays({ ...span, after });
    yield page.stays;
    after = page.next;
  } while (after !== null);
}
