import './nowhere.js';

export const missing = 'nothing-missing';
