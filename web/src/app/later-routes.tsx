import { Route } from 'react-router-dom';
import { ComingSoon } from './coming-soon.tsx';
import { type Requirement, RequireUser } from './guards.tsx';

interface Later {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** Left out where everybody may look. */
  readonly guard?: Requirement;
}

const LATER: readonly Later[] = [];

/** Addresses of what is not open yet, under the guards that it will have. */
export const laterRoutes = LATER.map(({ path, title, text, guard }) => {
  const place = <ComingSoon title={title}>{text}</ComingSoon>;
  return (
    <Route key={path} path={path} element={guard ? <RequireUser {...guard}>{place}</RequireUser> : place} />
  );
});
