/** The writing side of a book of cases, one transaction for each call. */
import type { BookWriter } from '../../core/ports/case-book.ts';
import type { Callable, Local } from '../threads/remote.ts';

export interface BookWrites extends BookWriter {
  /**
   * Throws away what somebody who reads could not.
   * @param file that could not be read: where another stands in its place, nothing is done
   */
  beginAnew(file: string): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

export function openBookWriter(
  _path: string,
  _options: { readonly from: string | null },
): Local<BookWrites> & Callable {
  throw new Error('The book is not written yet.');
}
