import '../posts.ts';

export const endpoints = 'endpoints-are-plain';
