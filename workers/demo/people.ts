/** Registration data of a demo account. */
export interface DemoPerson {
  readonly username: string;
  readonly name: string;
  readonly surnames: string;
  readonly birthdate: string;
  readonly gender: 'M' | 'F' | 'O';
  /** Set for organizations only. */
  readonly organization?: { readonly name: string; readonly category: string; readonly approved: boolean };
  readonly staff?: 'ADMIN' | 'MOD';
}

/** Demo accounts. The first one approves the organizations. */
export const people: readonly DemoPerson[] = [
  {
    username: 'amalia',
    name: 'Amalia',
    surnames: 'Ferrer',
    birthdate: '1984-03-12',
    gender: 'F',
    staff: 'ADMIN',
  },
  {
    username: 'oskar',
    name: 'Oskar',
    surnames: 'Lindqvist',
    birthdate: '1991-07-02',
    gender: 'M',
    staff: 'MOD',
  },
  { username: 'nuria', name: 'Núria', surnames: 'Bosch Vidal', birthdate: '1996-11-23', gender: 'F' },
  { username: 'tomas', name: 'Tomás', surnames: 'Peña', birthdate: '1988-01-30', gender: 'M' },
  { username: 'ingrid', name: 'Ingrid', surnames: 'Solberg', birthdate: '1979-05-17', gender: 'F' },
  { username: 'kofi21', name: 'Kofi', surnames: 'Mensah', birthdate: '2001-09-08', gender: 'M' },
  { username: 'marisol', name: 'Marisol', surnames: 'Quintana', birthdate: '1993-12-01', gender: 'F' },
  { username: 'robin', name: 'Robin', surnames: 'Achterberg', birthdate: '1999-02-14', gender: 'O' },
  {
    username: 'hoofbeat',
    name: 'Clara',
    surnames: 'Whitfield',
    birthdate: '1975-06-21',
    gender: 'F',
    organization: { name: 'Hoofbeat Sanctuary', category: 'OTHER', approved: true },
  },
  {
    username: 'strayhaven',
    name: 'Iván',
    surnames: 'Morales',
    birthdate: '1982-10-05',
    gender: 'M',
    organization: { name: 'Stray Haven', category: 'SPA', approved: true },
  },
  {
    username: 'tidewatch',
    name: 'Leilani',
    surnames: 'Kahale',
    birthdate: '1987-08-19',
    gender: 'F',
    organization: { name: 'Tidewatch', category: 'OCE', approved: true },
  },
  {
    username: 'oldforest',
    name: 'Piotr',
    surnames: 'Zieliński',
    birthdate: '1969-04-27',
    gender: 'M',
    organization: { name: 'Old Forest Trust', category: 'FSC', approved: true },
  },
  {
    username: 'pawbridge',
    name: 'Sade',
    surnames: 'Okafor',
    birthdate: '1990-03-03',
    gender: 'F',
    organization: { name: 'Paw Bridge', category: 'SPA', approved: false },
  },
];
