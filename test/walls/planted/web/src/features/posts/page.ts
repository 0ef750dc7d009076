import '../../../../contract/posts.ts';
import '../accounts/page.ts';

export const page = 'features-are-apart, web-loads-no-schemas';
