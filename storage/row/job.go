package row

import (
	"database/sql"

	"madbot/bot/play"
)

// JobColumns are the columns of a job.
const JobColumns = "kind, subject, due, attempts, claim, version"

// ScanJob reads a row of JobColumns.
func ScanJob(from Scanner) (j play.Job, err error) {
	var due, lease sql.NullInt64
	err = from.Scan(&j.Kind, &j.Subject, &due, &j.Attempts, &lease, &j.Version)
	j.Due, j.Lease = Instant(due), Instant(lease)
	return j, err
}
