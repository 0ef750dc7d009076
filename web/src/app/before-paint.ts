/** Separate script that runs before the first paint. */
import { applyChosenTheme } from '../theme/stored-theme.ts';
import { prepareRenderedPage } from './rendered-html.ts';

applyChosenTheme();
prepareRenderedPage();
