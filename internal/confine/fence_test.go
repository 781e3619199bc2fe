package confine

import (
	"strings"
	"testing"
)

func TestDecide(t *testing.T) {
	ports := &Ports{443}
	for _, c := range []struct {
		need   Need
		ports  *Ports
		abi    int
		fenced bool
		err    string
	}{
		{Off, ports, 7, false, ""},
		{Auto, nil, 0, false, ""},
		{Auto, ports, 0, false, ""},
		{Auto, nil, 2, false, ""},
		{Auto, nil, 3, true, ""},
		{Auto, ports, 3, false, "version 4"},
		{Auto, ports, 4, true, ""},
		{Auto, nil, 99, true, ""},
		{Required, nil, 0, false, "this kernel has none: "},
		{Required, nil, 2, false, "version 2 of it"},
		{Required, nil, 3, true, ""},
		{Required, ports, 3, false, "version 4"},
		{Required, ports, 7, true, ""},
		{"", nil, 7, false, "no fence is called"},
		{"on", nil, 7, false, "no fence is called"},
	} {
		fenced, err := Decide(c.need, c.ports, c.abi)
		if fenced != c.fenced || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s, ports %v, version %d: got %v, %v", c.need, c.ports != nil, c.abi, fenced, err)
		}
	}
}
