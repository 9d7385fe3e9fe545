package playtest

import (
	"testing"

	"madbot/bot/play"
)

// TestStore proves that what open returns, an empty store each time, keeps the contract of
// play.Store.
func TestStore(t *testing.T, open func(*testing.T) play.Store) {
	t.Helper()
	cases := []struct {
		name string
		test func(fixture)
	}{
		{"Create", testCreate},
		{"NotFound", testNotFound},
		{"WholeGames", testWholeGames},
		{"Offers", testOffers},
		{"Robot", testRobot},
		{"Independent", testIndependent},
		{"Events", testEvents},
		{"Delivery", testDelivery},
		{"Players", testPlayers},
		{"Lists", testLists},
		{"Made", testMade},
		{"Limits", testLimits},

		{"OwnWrites", testOwnWrites},
		{"AllOrNothing", testAllOrNothing},
		{"Cancelled", testCancelled},
		{"TwoAccept", testTwoAccept},
		{"SixteenWriters", testSixteenWriters},
		{"NothingLost", testNothingLost},
		{"OneAfterTheOther", testOneAfterTheOther},

		{"Due", testDue},
		{"Milliseconds", testMilliseconds},
		{"Reschedule", testReschedule},
		{"Subjects", testSubjects},
		{"Ties", testTies},
		{"Done", testDone},
		{"Return", testReturn},
		{"Meanwhile", testMeanwhile},
		{"Lease", testLease},
		{"LeaseLost", testLeaseLost},
		{"NextJob", testNextJob},
		{"Claimants", testClaimants},
		{"AnyJobs", testAnyJobs},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(fixture{t, open(t)})
		})
	}
}
