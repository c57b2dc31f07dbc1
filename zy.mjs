import pg from 'pg';
const c = new pg.Client({ host: '/tmp/essays-data/postgres-socket', user: 'alvorada', database: 'alvorada', port: 5432 });
await c.connect();
await c.query(process.argv[2]).then((r) => console.log(r.rowCount), (e) => console.log(e.message));
await c.end();
