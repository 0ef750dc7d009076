/** Runs before the browser paints, as a script of its own. */
import { applyChosenTheme } from '../theme/stored-theme.ts';
import { prepareRenderedPage } from './rendered-html.ts';

applyChosenTheme();
prepareRenderedPage();
