/**
 * Load this before `vitest-browser-react`. React's production build has no `act`, which that package needs to wait
 * until a component is rendered.
 */
import React from 'react';
import { flushSync } from 'react-dom';

Reflect.set(React, 'act', async (change: () => Promise<void>) => {
  const changed = flushSync(change);
  await changed;
  // Effects may render again, which React does in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
});
