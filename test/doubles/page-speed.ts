/**
 * Load this before React. React's development build prepares a stack trace for each element and a timeline of
 * components for the developer tools of the browser; no test reads them.
 */
Reflect.deleteProperty(console, 'createTask');
Reflect.deleteProperty(console, 'timeStamp');
