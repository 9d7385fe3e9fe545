package sqlstore

import "io/fs"

// Migration is a change of the schema. The n-th one leads to version n.
type Migration struct{ Name, SQL string }

// Migrations returns the migrations in files, the folder migrations, in the order of their names.
func Migrations(files fs.FS) (all []Migration, err error) {
	names, err := fs.Glob(files, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		all = append(all, Migration{name, string(text)})
	}
	return all, nil
}
