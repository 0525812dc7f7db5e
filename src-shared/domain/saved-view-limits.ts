export const SAVED_VIEW_LIMITS = { id: 64, name: 80 };

export const MAX_SAVED_VIEWS = 200;
