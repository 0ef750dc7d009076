import '../../../../domain/posts/state.ts';
import '../posts/page.ts';

export const page = 'web-sees-the-contract, no-cycles';
