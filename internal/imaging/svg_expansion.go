package imaging

import "strings"

const (
	// maxExpanded is the most elements that a drawing may have after every
	// reference is replaced by what it refers to, as browsers do.
	maxExpanded = 250_000
	// maxExpansionDepth is how deep elements and references may be nested.
	maxExpansionDepth = 500
	// maxCount is where counts stop growing, so that products of two of them do
	// not overflow.
	maxCount = 1 << 30
)

// drawing is the tree of a drawing's elements with their references. A few nested
// references can stand for billions of elements, so they are counted.
type drawing struct {
	elements []svgElement
	path     []int // the open elements
	ids      map[string]int
	sheet    map[string][]reference  // references in style rules, by selectorKey
	rules    map[string]referenceSum // their costs, as far as known
	// assigned is the most vertices that CSS or an animation gives to a path. It may
	// be any path.
	assigned int64

	ruleCount, ruleReferences int
}

type svgElement struct {
	children []int
	refs     []reference
	keys     []string // what rules may select it by
	vertices int64    // places for markers

	expanded expansion // zero if not yet known
	visited  bool
}

// expansion is what an element stands for: itself and everything that is drawn
// for it, each as often as it is drawn.
type expansion struct {
	elements int64
	heirs    int64 // elements that inherit properties
	vertices int64 // of the heirs
}

func (x expansion) plus(y expansion) expansion {
	return expansion{sum(x.elements, y.elements), sum(x.heirs, y.heirs), sum(x.vertices, y.vertices)}
}

func sum(a, b int64) int64 { return min(a+b, maxCount) }

// reference is a reference to an element by its id.
type reference struct {
	id   string
	kind referenceKind
}

// referenceKind says how often the target of a reference is drawn.
type referenceKind int

const (
	drawnOnce      referenceKind = iota
	drawnPerHeir                 // for the element and for each that inherits the property
	drawnPerVertex               // at each vertex of them
)

var referenceKinds = map[string]referenceKind{
	"fill": drawnPerHeir, "stroke": drawnPerHeir, "marker-start": drawnPerHeir, "marker-end": drawnPerHeir,
	"marker": drawnPerVertex, "marker-mid": drawnPerVertex,
}

// references makes references out of the ids in the value of a property.
func references(property string, ids []string) []reference {
	refs := make([]reference, len(ids))
	for i, id := range ids {
		refs[i] = reference{id, referenceKinds[property]}
	}
	return refs
}

func newDrawing() *drawing {
	return &drawing{ids: map[string]int{}, sheet: map[string][]reference{}, rules: map[string]referenceSum{}}
}

// open adds an element inside the open one.
func (d *drawing) open(name string) {
	index := len(d.elements)
	element := svgElement{keys: []string{anyElement, name}}
	if svgUndrawn[name] || strings.HasPrefix(name, "fe") {
		element.keys = nil
	}
	d.elements = append(d.elements, element)
	if len(d.path) > 0 {
		parent := &d.elements[d.path[len(d.path)-1]]
		parent.children = append(parent.children, index)
	}
	d.path = append(d.path, index)
}

func (d *drawing) close() { d.path = d.path[:len(d.path)-1] }

// current returns the open element. The pointer is valid until the next open.
func (d *drawing) current() *svgElement { return &d.elements[d.path[len(d.path)-1]] }

// identify names the open element. Of several elements with one id, the first
// counts, as in browsers.
func (d *drawing) identify(id string) {
	if _, found := d.ids[id]; !found {
		d.ids[id] = d.path[len(d.path)-1]
	}
	d.current().keys = append(d.current().keys, "#"+id)
}

// assignPath notes a path that CSS or an animation gives to an element.
func (d *drawing) assignPath(path string) { d.assigned = max(d.assigned, countVertices(path)) }

// checkExpansion refuses drawings whose references expand to too many elements.
func (d *drawing) checkExpansion() error {
	_, err := d.expand(0, 0)
	return err
}

// expand returns what an element stands for.
func (d *drawing) expand(index, depth int) (expansion, error) {
	e := &d.elements[index]
	if e.expanded.elements > 0 {
		return e.expanded, nil
	}
	if e.visited {
		return expansion{}, unsafeSVG("parts that contain themselves")
	}
	if depth > maxExpansionDepth {
		return expansion{}, unsafeSVG("parts that are nested too deeply")
	}
	e.visited = true
	total := expansion{elements: 1, heirs: 1, vertices: max(1, e.vertices, d.assigned)}
	for _, child := range e.children {
		inside, err := d.expand(child, depth+1)
		if err != nil {
			return expansion{}, err
		}
		total = total.plus(inside)
	}
	refs, err := d.sumReferences(e.refs, depth)
	if err != nil {
		return expansion{}, err
	}
	for _, key := range e.keys {
		rule, known := d.rules[key]
		if !known {
			if rule, err = d.sumReferences(d.sheet[key], depth); err != nil {
				return expansion{}, err
			}
			d.rules[key] = rule
		}
		refs = refs.plus(rule)
	}
	total = total.plus(refs.once)
	total.elements += refs.perHeir*total.heirs + refs.perVertex*total.vertices
	if total.elements > maxExpanded {
		return expansion{}, unsafeSVG("parts that are repeated too often")
	}
	e.expanded = total
	return total, nil
}

// referenceSum is what a list of references stands for.
type referenceSum struct {
	once               expansion
	perHeir, perVertex int64 // elements
}

func (s referenceSum) plus(t referenceSum) referenceSum {
	return referenceSum{s.once.plus(t.once), sum(s.perHeir, t.perHeir), sum(s.perVertex, t.perVertex)}
}

func (d *drawing) sumReferences(refs []reference, depth int) (referenceSum, error) {
	var total referenceSum
	for _, ref := range refs {
		target, found := d.ids[ref.id]
		if !found {
			continue
		}
		drawn, err := d.expand(target, depth+1)
		if err != nil {
			return referenceSum{}, err
		}
		switch ref.kind {
		case drawnOnce:
			total.once = total.once.plus(drawn)
		case drawnPerHeir:
			total.perHeir = sum(total.perHeir, drawn.elements)
		case drawnPerVertex:
			total.perVertex = sum(total.perVertex, drawn.elements)
		}
	}
	return total, nil
}

// countVertices estimates the vertices of a path or polygon: two numbers each.
func countVertices(numbers string) int64 {
	n, inside := int64(0), false
	for _, r := range numbers {
		digit := strings.ContainsRune("0123456789.", r)
		if digit && !inside {
			n++
		}
		inside = digit
	}
	return n/2 + 1
}
